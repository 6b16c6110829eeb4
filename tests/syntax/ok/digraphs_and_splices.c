%:include <stddef.h>
int main(void) <%
    int a<:2:> = {1, 2};
    int lo\
ng_name = a<:1:>;
    return long_name - 2;
%>
